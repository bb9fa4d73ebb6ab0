import type { RemoteIcon } from '@archive/contracts';
import {
  AnchorIcon,
  BookOpen,
  CalendarDays,
  ChartColumn,
  FileText,
  Film,
  Folder,
  Images,
  MapPin,
  Music,
  Ship,
  Users,
} from '@archive/ui/icons';

/** Icons of navigation links and cards, by their name in a registration. */
const ICONS: Record<RemoteIcon, typeof Ship> = {
  anchor: AnchorIcon,
  book: BookOpen,
  calendar: CalendarDays,
  chart: ChartColumn,
  file: FileText,
  film: Film,
  folder: Folder,
  images: Images,
  map: MapPin,
  music: Music,
  ship: Ship,
  users: Users,
};

/** The icon with this name. Has a fallback, because a newer server may use icons that this shell doesn't have. */
export const iconOf = (name: string): typeof Ship => ICONS[name as RemoteIcon] ?? FileText;

export const ICON_NAMES = Object.keys(ICONS) as RemoteIcon[];
