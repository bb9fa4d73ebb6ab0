export { CONTRACT } from './contract.ts';
export type { ArchiveSettings, Boot, MfeModule, Registry, RegistryApp } from './contract.ts';
