import { runCommand } from './src/command.ts';
import { fullChecks } from './src/doctor/checks.ts';
import { report } from './src/doctor/report.ts';
import { applyOptions, archiveCommand, loadSettingsFile } from './src/options.ts';
import { readSettings } from './src/settings.ts';

const options = archiveCommand('doctor').parse().opts();

await runCommand(async () => {
  loadSettingsFile();
  applyOptions(options);
  const findings = await fullChecks(readSettings(process.env), process.env);
  console.log(report(findings));
  return findings.some(({ state }) => state === 'problem') ? 1 : 0;
});
