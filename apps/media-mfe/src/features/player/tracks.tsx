import type { MediaCaption } from '@archive/contracts';

/** The captions in the menu of a player. */
export function Tracks({ captions }: { captions: readonly MediaCaption[] }) {
  if (captions.length === 0) return <track kind="captions" />;
  return captions.map(({ language, label, url }) => (
    <track key={language} kind="captions" srcLang={language} label={label} src={url} />
  ));
}
