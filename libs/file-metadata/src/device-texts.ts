const BRANDS =
  'olympus|sony|konica|minolta|kodak|samsung|pentax|nikon|canon|casio|fujifilm|ricoh|vivitar|benq|hp|polaroid|ge|general electric';

/** Text that cameras, phones and programs write into every file in place of a description. */
const DEVICE_TEXT = new RegExp(
  `^(?:${[
    String.raw`(?:(?:${BRANDS}) )*(?:digital (?:still )?camera|dsc)`,
    String.raw`samsung(?: camera pictures)?`,
    String.raw`<(?:digimax|kenox)\b.*>`,
    String.raw`exif[_ ]jpeg(?:[_ ]picture)?`,
    String.raw`default|untitled|binary comment|charset=ascii|jpeg|dav|hdr|nor|cof|mde|oznor\w*|rhdr|sdr`,
    String.raw`dcim\\.*`,
    String.raw`lead technologies inc\..*`,
    String.raw`file written by adobe photoshop.*`,
    String.raw`(?:processed|created|edited) with (?:vsco|gimp|snapseed|picsart).*`,
  ].join('|')})$`,
  'i',
);

export const isDeviceText = (text: string): boolean => DEVICE_TEXT.test(text);
