import { useState } from 'react';
import type { ComponentProps } from 'react';
import { cx } from '../base/cx.ts';
import { File, FileText, Film, Image, Music } from '../icons.ts';

export type MediaKind = 'image' | 'pdf' | 'video' | 'audio' | 'document' | 'other';

const KINDS: Record<MediaKind, { Icon: typeof File; name: string }> = {
  image: { Icon: Image, name: 'Image' },
  pdf: { Icon: FileText, name: 'PDF' },
  video: { Icon: Film, name: 'Video' },
  audio: { Icon: Music, name: 'Audio' },
  document: { Icon: FileText, name: 'Document' },
  other: { Icon: File, name: 'File' },
};

export type ThumbnailProps = Omit<ComponentProps<'img'>, 'src' | 'alt'> & {
  /** URL of the picture. A placeholder by `kind` replaces a missing or broken one. */
  src?: string | null;
  /** Alternative text; empty if a caption describes the picture. */
  alt: string;
  kind?: MediaKind;
  fit?: 'cover' | 'contain';
};

/** A lazily loaded thumbnail that fills its box. */
export function Thumbnail({ src, alt, kind = 'image', fit = 'cover', className, ...rest }: ThumbnailProps) {
  const [brokenUrl, setBroken] = useState<string>();
  const box = cx('ui:block ui:size-full ui:rounded-sm ui:bg-wash', className);
  if (!src || brokenUrl === src) return <Placeholder {...{ kind, alt, className: box }} />;
  return (
    <img
      src={src}
      alt={alt}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(src)}
      className={cx(
        box,
        'ui:outline-1 ui:-outline-offset-1 ui:outline-ink/10',
        fit === 'cover' ? 'ui:object-cover' : 'ui:object-contain',
      )}
      {...rest}
    />
  );
}

function Placeholder({ kind, alt, className }: { kind: MediaKind; alt: string; className: string }) {
  const { Icon, name } = KINDS[kind];
  return (
    <span
      role={alt ? 'img' : undefined}
      aria-label={alt ? `${name}: ${alt}` : undefined}
      aria-hidden={alt ? undefined : true}
      data-kind={kind}
      className={cx(className, 'ui:@container ui:inset-ring ui:inset-ring-rule')}
    >
      {/* Rendered by CSS, to keep it out of the accessible name of a link or button around it. Small thumbnails have no room for it. */}
      <span
        data-name={name}
        className="ui:flex ui:size-full ui:min-h-10 ui:flex-col ui:items-center ui:justify-center ui:gap-1.5 ui:text-13 ui:leading-4 ui:text-faded ui:after:content-[attr(data-name)] ui:@max-[5rem]:after:hidden"
      >
        <Icon aria-hidden className="ui:size-6" />
      </span>
    </span>
  );
}
