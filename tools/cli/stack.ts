import { runCommand } from './src/command.ts';
import { command, fromCurrentFolder } from './src/options.ts';
import { testStack } from './src/stack/walk.ts';

const options = command('stack')
  .option('--cache <folder>', 'keeps the engine’s images and build cache there for the next run')
  .addHelpText(
    'after',
    '\nUses Docker or Podman with Compose. As root on Debian it installs an engine otherwise, with images from Debian’s packages.',
  )
  .parse()
  .opts<{ cache?: string }>();

await runCommand((interrupts) => testStack({ cache: options.cache && fromCurrentFolder(options.cache) }, interrupts), {
  interrupted: 130,
});
