import type {
  MediaItem,
  OperationBody,
  President,
  SearchHit,
  peopleOperations,
  presidentOperations,
} from '@archive/contracts';
import type { ComponentType, ReactNode } from 'react';

/** An item shown in the lightbox. */
export interface LightboxItem {
  url: string;
  /** Slug of the record. With it, the viewer shows tiles of a large picture and pages of a PDF. */
  media_slug?: string | null;
  title: string;
  media_type: string;
  date: string | null;
  credit: string | null;
  description: string | null;
  rights: string | null;
  /** Large picture made from the file, shown if the browser cannot display the file itself. */
  preview_url?: string | null;
  /** Why there is no preview, as a sentence. */
  preview_error?: string | null;
}

export interface LightboxProps {
  items: LightboxItem[];
  /** Index of the first item shown. */
  start: number;
  onClose(): void;
}

/** The voyage that uploaded files are attached to. */
export interface UploadVoyage {
  voyage_slug: string;
  /** Name of the voyage's president or owner, which is also the name of the folder searched for duplicates. */
  president_name: string | null;
  /** Title of the voyage, shown in the dialog. */
  title?: string;
}

/** The album that uploaded files are added to. */
export interface UploadAlbum {
  album_slug: string;
  title: string;
}

/** The media upload dialog (SPEC section 2). Closing it resets the form. */
export interface MediaUploadProps {
  open: boolean;
  /** Uploads are linked to this voyage; without it, a president or owner is required. */
  voyage?: UploadVoyage;
  /** Uploads are also added to this album of the voyage. */
  album?: UploadAlbum;
  /** Initial files, dropped or pasted on the page. */
  files?: File[];
  /** Called for each file once it is stored with its record. */
  onUploaded?(media: MediaItem): void;
  onClose(): void;
}

/** The media picker dialog (SPEC section 2). */
export interface MediaPickerProps {
  open: boolean;
  /** `media_slug`s to hide. */
  excluded?: string[];
  /** Label of the confirm button; "Add to Voyage" by default. */
  action?: string;
  /** Offers images only. */
  imagesOnly?: boolean;
  /** Called with the selected item, before `onClose`. If the returned promise rejects, the picker says why and keeps the selection. */
  onSelect(media: MediaItem): void | Promise<void>;
  /**
   * If set, more than one item can be selected, and this is called instead of
   * `onSelect`, with the items in the order in which they were selected.
   */
  onSelectMany?(media: MediaItem[]): void | Promise<void>;
  onClose(): void;
}

/** A president or owner who is not in the archive yet, as the request body that creates them. */
export type EnteredPresident = OperationBody<(typeof presidentOperations)['create']>;

/** The New President/Owner dialog (SPEC section 2, Voyage form). */
export interface PresidentDialogProps {
  open: boolean;
  onClose(): void;
  /** Called once the record is saved, before `onClose`. */
  onCreated?(president: President): void;
  /** Called with the new record instead of saving it, before `onClose`. The caller saves it. */
  onEntered?(president: EnteredPresident): void;
}

/** @deprecated Renamed to `PresidentDialogProps` in 1.8.0. */
export type PresidentModalProps = PresidentDialogProps;

/** A person found in the archive. */
export interface PickedPerson {
  person_slug: string;
  full_name: string;
  role_title: string | null;
  /** Thumbnail of the portrait. */
  portrait_url?: string | null;
  /** The form of address, role and crew flag that were entered before the person was found; null or false for someone found immediately. */
  title: string | null;
  capacity_role: string | null;
  is_crew: boolean;
}

/** A new person, not saved yet, with what the user entered about them and their voyage. */
export interface EnteredPerson {
  /** The request body that creates the record. */
  person: OperationBody<(typeof peopleOperations)['create']>;
  /** Form of address on the voyage. */
  title: string | null;
  /** The role of someone entered as crew. */
  capacity_role: string | null;
  is_crew: boolean;
}

/** The field that searches people or creates a person inline (SPEC section 2, Voyage form). */
export interface PersonPickerProps {
  label: string;
  help?: string;
  /** `person_slug`s to hide. */
  excluded?: string[];
  onPick(person: PickedPerson): void;
  /** Called with a new person. The caller saves the record. Without this callback, only existing people are offered. */
  onEnter?(person: EnteredPerson): void;
  /** Called with a name that is typed but not added yet; empty once it is added or cleared. */
  onPending?(name: string): void;
}

/** A place on a map. */
export interface PlaceOnMap {
  place_slug: string;
  name: string;
  latitude: number;
  longitude: number;
  /** In meters. */
  uncertainty: number | null;
  /** Number of voyages that name it; null on the map of one voyage. */
  voyages: number | null;
}

/** A river chart with places. */
export interface PlaceMapProps {
  /** Names the map for screen readers. */
  label: string;
  /** At least one. */
  places: readonly PlaceOnMap[];
  /** Slugs of the places of one voyage, in order. Draws a dashed line between them, with a note that it is a suggestion. */
  course?: readonly string[];
  /** URL of the voyages of a place. With it, the places are listed beside the map, each with this link. */
  voyagesHref?: (place_slug: string) => string;
}

/** A chart of the figures, or a map, in the text of another page. */
export interface FigureProps {
  /**
   * Its address, with filters: a chart (`/figures?president_slug=truman-harry-s#voyages-by-month`), the map of the voyage list
   * (`/voyages?view=map`), or the map of a voyage or place (`/places/mount-vernon#map`).
   */
  href: string;
  caption: string;
}

/** The dialog that picks a chart, or the map of voyages. */
export interface FigurePickerProps {
  onPick(figure: FigureProps): void;
  onClose(): void;
}

/**
 * Components that a remote exposes to other remotes, by remote and module, with their props. The module exports the component as
 * `component`: `export const component = Lightbox`.
 */
export interface RemoteComponents {
  media: { './lightbox': LightboxProps; './media-upload': MediaUploadProps; './media-picker': MediaPickerProps };
  people: {
    './president-modal': PresidentDialogProps;
    './person-picker': PersonPickerProps;
    './place-map': PlaceMapProps;
  };
  voyages: { './figure': FigureProps; './figure-picker': FigurePickerProps };
}

export interface RemoteComponentModule<Props> {
  component: ComponentType<Props>;
}

/**
 * Slots of one micro-frontend that others fill, with the props they get. The owner renders
 * `<Fill remote="people" slot="home-card" …>`; the remote lists its component under `fills` in `./routes`.
 */
export interface Slots {
  /** Content of the remote's card on Home, about three lines. `day` is today's date in the user's time zone, `MM-DD`. */
  'home-card': { day: string };
  /**
   * A search result whose record is of one of the remote's kinds. `href` is its URL, if it has one; `title` and `excerpt` are rendered text
   * with the matches marked, without links.
   */
  'search-result': { result: SearchHit; href: string | undefined; title: ReactNode; excerpt: ReactNode };
}
