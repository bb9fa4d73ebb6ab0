import { shell } from '@archive/rspack-config';

export default shell();
