// Runs in a worker's container, which has the programs: makes one file of each kind and prints them as a tar archive in base64.
import { execFileSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';

const folder = mkdtempSync(join(tmpdir(), 'kinds-'));
const ffmpeg = (name, ...options) =>
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...options, join(folder, name)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
const picture = (hue) => ['-f', 'lavfi', '-i', `testsrc2=size=640x480:rate=10:duration=2,hue=h=${hue}`];
const tone = (pitch) => ['-f', 'lavfi', '-i', `sine=frequency=${pitch}:duration=2`];

for (const [index, type] of ['jpg', 'png', 'bmp', 'tif', 'webp'].entries())
  ffmpeg(`picture-${type}.${type}`, ...picture(index * 40), '-frames:v', '1');
ffmpeg('moving.gif', ...picture(200));
ffmpeg('film.mp4', ...picture(240), ...tone(440), '-shortest', '-c:v', 'libx264', '-pix_fmt', 'yuv420p');
ffmpeg('older-film.avi', ...picture(280), ...tone(450), '-shortest', '-c:v', 'mpeg4');
ffmpeg('recording.mp3', ...tone(460));
ffmpeg('recording.wav', ...tone(470));
ffmpeg('lossless.flac', ...tone(480));

writeFileSync(
  join(folder, 'page.pdf'),
  `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj
4 0 obj<</Length 46>>stream
BT /F 18 Tf 20 100 Td (Menu of the yacht) Tj ET
endstream endobj
trailer<</Root 1 0 R>>
`,
);

const word = new yazl.ZipFile();
const add = (name, text) => word.addBuffer(Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${text}`), name);
const types = 'application/vnd.openxmlformats';
add(
  '[Content_Types].xml',
  `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="${types}-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${types}-officedocument.wordprocessingml.document.main+xml"/></Types>`,
);
add(
  '_rels/.rels',
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
);
add(
  'word/document.xml',
  '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Orders of the day</w:t></w:r></w:p></w:body></w:document>',
);
word.end();
await pipeline(word.outputStream, createWriteStream(join(folder, 'letter.docx')));

process.stdout.write(execFileSync('tar', ['-c', '-C', folder, '.'], { maxBuffer: 1e9 }).toString('base64'));
