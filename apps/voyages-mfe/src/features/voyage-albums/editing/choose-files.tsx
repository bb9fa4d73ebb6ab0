import { Button, type ButtonProps } from '@archive/ui';
import { Upload } from '@archive/ui/icons';
import { useRef } from 'react';
import { ACCEPTED } from '../../voyage-media/store-file.ts';

interface Props {
  /** Button text. */
  label: string;
  /** Accessible name of the file input. */
  name: string;
  size?: ButtonProps['size'];
  onFiles(files: File[]): void;
}

/** A button that opens the file picker for one or more files. */
export function ChooseFiles({ label, name, size, onFiles }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        accept={ACCEPTED}
        tabIndex={-1}
        aria-label={name}
        className="sr-only"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // Reset the input, so that the same file can be chosen again.
          target.value = '';
        }}
      />
      <Button size={size} icon={<Upload aria-hidden className="size-4" />} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
