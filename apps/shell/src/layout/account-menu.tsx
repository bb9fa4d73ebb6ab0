import { IconButton, Menu } from '@archive/ui';
import { UserRound } from '@archive/ui/icons';
import { CHANGES, useNavigation } from '../navigation.ts';
import { nextTheme, useTheme } from './theme.ts';

/** The menu of the signed-in user. On narrow screens it also has the theme. */
export function AccountMenu() {
  const { other } = useNavigation();
  const [theme, chooseTheme] = useTheme();
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
        { label: `Theme: ${theme}`, onSelect: () => chooseTheme(nextTheme(theme)), className: 'lg:hidden!' },
      ]}
    />
  );
}
