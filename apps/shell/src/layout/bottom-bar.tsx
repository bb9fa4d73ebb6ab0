import { useNavigation } from '../navigation.ts';
import { PlaceLink } from './place-link.tsx';

const PLACE =
  'flex flex-auto flex-col items-center gap-0.5 border-t-2 border-transparent px-2 pt-1.5 pb-2 text-13 text-faded aria-[current=page]:border-brass aria-[current=page]:text-ink';

/** The navigation links on a phone. */
export function BottomBar() {
  const { main } = useNavigation();
  return (
    <nav
      aria-label="Mobile"
      className="fixed inset-x-0 bottom-0 z-sticky border-t border-rule bg-leaf pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      <div className="flex">
        {main.map(({ label, Icon, ...place }) => (
          <PlaceLink key={place.to} {...place} className={PLACE}>
            <Icon aria-hidden />
            {label}
          </PlaceLink>
        ))}
      </div>
    </nav>
  );
}
