import { Button, formatCount } from '@archive/ui';

/** Says that the files are listed, which is below the shared fields. */
export const ChosenFiles = ({ count, onShow }: { count: number; onShow: () => void }) => (
  <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
    <span>
      <span className="font-medium">{formatCount(count, 'file')} chosen.</span> Their own fields are below those for
      all.
    </span>
    <Button size="small" onClick={onShow}>
      Show files
    </Button>
  </p>
);
