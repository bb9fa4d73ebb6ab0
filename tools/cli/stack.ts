import { Option } from 'commander';
import { runCommand } from './src/command.ts';
import { command, fromCurrentFolder } from './src/options.ts';
import { type Section, SECTIONS, testStack } from './src/stack/walk.ts';

const options = command('stack')
  .option('--cache <folder>', 'keeps the engine’s images and build cache there for the next run')
  .addOption(new Option('--only <sections...>', 'only these after the first start').choices(SECTIONS).default(SECTIONS))
  .addHelpText(
    'after',
    '\nUses Docker or Podman with Compose. As root on Debian it installs an engine otherwise, with images from Debian’s packages.',
  )
  .parse()
  .opts<{ cache?: string; only: Section[] }>();

const { cache, only } = options;
await runCommand((interrupts) => testStack({ cache: cache && fromCurrentFolder(cache), only }, interrupts), {
  interrupted: 130,
});
