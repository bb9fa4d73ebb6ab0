import { IconButton, Menu } from '@archive/ui';
import { UserRound } from '@archive/ui/icons';

/** The menu of the signed-in user. */
export function AccountMenu() {
  return (
    <Menu
      align="end"
      trigger={<IconButton plain label="Account" icon={<UserRound aria-hidden />} />}
      items={[{ label: 'Your sessions', href: '/account/sessions' }]}
    />
  );
}
