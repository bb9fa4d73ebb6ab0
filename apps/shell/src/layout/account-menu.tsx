import { IconButton, Menu } from '@archive/ui';
import { UserRound } from '@archive/ui/icons';
import { CHANGES, useNavigation } from '../navigation.ts';

/** The menu of the signed-in user, with the pages that the navigation of a phone has no room for. */
export function AccountMenu() {
  const { other } = useNavigation();
  return (
    <Menu
      align="end"
      trigger={<IconButton plain label="Account" icon={<UserRound aria-hidden />} />}
      items={[
        ...other.map(({ to, label }) => ({ label, href: to })),
        { label: CHANGES.label, href: CHANGES.to },
        { label: 'Where you’re signed in', href: '/account/sessions' },
        // Served by the backend, so not a router link.
        { label: 'System status', onSelect: () => window.location.assign('/ops') },
      ]}
    />
  );
}
