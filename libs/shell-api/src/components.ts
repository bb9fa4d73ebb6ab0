import type { MediaItem, President } from '@archive/contracts';
import type { ComponentType } from 'react';

/** One thing that the lightbox shows. */
export interface LightboxItem {
  url: string;
  title: string;
  media_type: string;
  date: string | null;
  credit: string | null;
  description: string | null;
  rights: string | null;
}

export interface LightboxProps {
  items: LightboxItem[];
  /** Index of the item to open with. */
  start: number;
  onClose(): void;
}

/** The voyage that media are uploaded for. */
export interface UploadVoyage {
  voyage_slug: string;
  /** Name of its president or owner: the folder in which doubles are looked for. */
  president_name: string | null;
}

/** The dialog in which files are uploaded (SPEC section 2, Media upload dialog). Closed, it forgets what was typed. */
export interface MediaUploadProps {
  open: boolean;
  /** What is uploaded is linked to this voyage; without it a president or owner must be chosen. */
  voyage?: UploadVoyage;
  /** Told of each file once it is stored with its record. */
  onUploaded?(media: MediaItem): void;
  onClose(): void;
}

/** The dialog in which one of the library's media is chosen for a voyage (SPEC section 2, Media picker dialog). */
export interface MediaPickerProps {
  open: boolean;
  /** Addresses (`media_slug`) of media that are there already: not offered. */
  excluded?: string[];
  /** Told of the chosen one, before `onClose`. */
  onSelect(media: MediaItem): void;
  onClose(): void;
}

/** The modal in which a president or owner is entered (SPEC section 2, Voyage form). */
export interface PresidentModalProps {
  open: boolean;
  onClose(): void;
  /** Told once the record is saved, before `onClose`. */
  onCreated(president: President): void;
}

/** Somebody found among the people of the archive or just entered there, with what was said of them when they were entered. */
export interface PickedPerson {
  person_slug: string;
  full_name: string;
  role_title: string | null;
  /** Null of somebody found; the crew role of somebody entered as crew. */
  capacity_role: string | null;
  is_crew: boolean;
}

/** The field in which a person is found by name, or entered there and then (SPEC section 2, Voyage form). */
export interface PersonPickerProps {
  label: string;
  help?: string;
  /** Only people of the archive: nobody new is offered to be entered. */
  knownOnly?: boolean;
  /** Addresses (`person_slug`) of people who are not offered. */
  excluded?: string[];
  onPick(person: PickedPerson): void;
}

/**
 * The components that a remote lends to others, by remote and name, with their props. An exposed module exports it as
 * `component`: `export const component = Lightbox`.
 */
export interface RemoteComponents {
  media: { './lightbox': LightboxProps; './media-upload': MediaUploadProps; './media-picker': MediaPickerProps };
  people: { './president-modal': PresidentModalProps; './person-picker': PersonPickerProps };
}

export interface RemoteComponentModule<Props> {
  component: ComponentType<Props>;
}
