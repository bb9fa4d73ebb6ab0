import { Button, formatCount } from '@archive/ui';

/** Says where the list of files is: below the shared fields. */
export const ChosenFiles = ({ count, onShow }: { count: number; onShow: () => void }) => (
  <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
    <span>
      <span className="font-medium">{formatCount(count, 'file')} chosen.</span> The table below has the fields of each
      file.
    </span>
    <Button size="small" onClick={onShow}>
      Show files
    </Button>
  </p>
);
