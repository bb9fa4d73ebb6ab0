// cspell:ignore ctap
import { createHmac } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { deactivate, emailOf, originOf, PASSWORD, personWith } from '../pages/people-accounts.ts';
import { confirmWithPassword, expect, test } from '../pages/test.ts';

test.use({ expectedConsoleErrors: /status of (?:401|403)|frame/ });

const PHONE = { width: 390, height: 844 };

/** The code of a key now, as an authenticator app computes it (RFC 6238). */
function appCode(secret: string, step = Math.floor(Date.now() / 30_000)): string {
  const bits = [...secret].map((char) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(char).toString(2).padStart(5, '0'));
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const mac = createHmac('sha1', key)
    .update(Buffer.from(step.toString(16).padStart(16, '0'), 'hex'))
    .digest();
  const code = (mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff) % 1_000_000;
  return String(code).padStart(6, '0');
}

async function addVirtualAuthenticator(context: BrowserContext, page: Page) {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

const signOut = async (page: Page) => {
  await page.context().clearCookies({ name: /session$/ });
  await page.goto('/');
  await expect(page.getByPlaceholder('Enter username')).toBeVisible();
};
const home = (page: Page) => page.getByRole('heading', { name: 'About the archive' });

for (const [width, viewport] of [
  ['desktop', null],
  ['phone', PHONE],
] as const) {
  test(`a passkey is added with the password, signs in, and is removed (${width})`, async ({
    signedIn: page,
    browser,
    accessibilityProblemsInBothSchemes,
  }) => {
    const name = `Pia Passkey ${Date.now()}`;
    await page.goto('/');
    if (viewport) await page.setViewportSize(viewport);
    // Browsers offer no passkeys at an IP address.
    const { own, context } = await personWith(
      page,
      browser,
      'curator',
      name,
      originOf(page).replace('127.0.0.1', 'localhost'),
    );
    try {
      await addVirtualAuthenticator(context, own);
      await own.goto('/account');
      await own.getByLabel('Name of the new passkey').fill('Laptop');
      await own.getByRole('button', { name: 'Add passkey' }).click();
      await confirmWithPassword(own, PASSWORD);
      await expect(own.getByRole('list', { name: 'Passkeys' })).toContainText('Not used yet');
      expect(await accessibilityProblemsInBothSchemes(own)).toEqual([]);

      // The authenticator chooses what the username field suggests at once. A browser that suggests nothing has the button.
      const usesButton = viewport !== null;
      if (usesButton)
        await own.addInitScript(() => {
          PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
        });
      await own.context().clearCookies({ name: /session$/ });
      await own.goto('/');
      if (usesButton) await own.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await expect(home(own)).toBeVisible();
      await own.goto('/account');
      await expect(own.getByText(`Signed in as ${name}`)).toBeVisible();
      await expect(own.getByRole('list', { name: 'Passkeys' })).toContainText('Last used');
      await own.getByRole('button', { name: 'Rename Laptop' }).click();
      await own.getByLabel('Name of Laptop').fill('Desk');
      await own.keyboard.press('Enter');

      await own.getByRole('button', { name: 'Remove Desk' }).click();
      const dialog = own.getByRole('alertdialog', { name: 'Remove the passkey “Desk”?' });
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await expect(own.getByRole('list', { name: 'Passkeys' })).toHaveCount(0);
    } finally {
      await deactivate(page, name);
      await context.close();
    }
  });

  test(`codes from an app are set up, asked for, and replaced by a recovery code (${width})`, async ({
    signedIn: page,
    browser,
    accessibilityProblemsInBothSchemes,
  }) => {
    const name = `Cora Codes ${Date.now()}`;
    await page.goto('/');
    if (viewport) await page.setViewportSize(viewport);
    const { own, context } = await personWith(page, browser, 'curator', name);
    const signInWith = async (code: string) => {
      await signOut(own);
      await own.getByPlaceholder('Enter username').fill(emailOf(name));
      await own.getByPlaceholder('Enter password').fill(PASSWORD);
      await own.getByRole('button', { name: 'Sign In' }).click();
      await own.getByLabel('Code').fill(code);
      await own.keyboard.press('Enter');
    };
    try {
      await own.goto('/account');
      await own.getByRole('button', { name: 'Set up codes' }).click();
      await confirmWithPassword(own, PASSWORD);
      await expect(own.getByRole('img', { name: 'QR code with the key' })).toBeVisible();
      expect(await accessibilityProblemsInBothSchemes(own)).toEqual([]);
      const secret = ((await own.getByText(/^[A-Z2-7 ]{39}$/).textContent()) ?? '').replaceAll(' ', '');
      const code = appCode(secret);
      await own.getByLabel('Code from the app').fill(code);
      await own.getByRole('button', { name: 'Turn on' }).click();
      const codes = ((await own.getByText(/^(?:[a-z2-7]{4}-?){4}\n/).textContent()) ?? '').split('\n');
      expect(codes).toHaveLength(10);
      expect(await accessibilityProblemsInBothSchemes(own)).toEqual([]);
      await own.reload();
      await expect(own.getByText('Recovery codes left: 10')).toBeVisible();
      await expect(own.getByText(codes[0]!)).toHaveCount(0);

      await signInWith(code);
      await expect(own.getByText('This code is wrong, or was already used. Try the next one.')).toBeVisible();
      expect(await accessibilityProblemsInBothSchemes(own)).toEqual([]);
      await own.getByLabel('Code').fill(appCode(secret, Math.floor(Date.now() / 30_000) + 1));
      await own.keyboard.press('Enter');
      await expect(home(own)).toBeVisible();

      await signInWith(codes[0]!);
      await expect(home(own)).toBeVisible();
      await own.goto('/account');
      await expect(own.getByText('Recovery codes left: 9')).toBeVisible();
      await own.getByRole('button', { name: 'Turn off' }).click();
      await confirmWithPassword(own, PASSWORD);
      await expect(own.getByRole('button', { name: 'Set up codes' })).toBeVisible();
    } finally {
      await deactivate(page, name);
      await context.close();
    }
  });
}
