import { IconButton, Menu } from '@archive/ui';
import { UserRound } from '@archive/ui/icons';
import { CHANGES, useNavigation } from '../navigation.ts';

/** The menu of the signed-in user. On a phone, also has the pages for which the navigation has no room. */
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
