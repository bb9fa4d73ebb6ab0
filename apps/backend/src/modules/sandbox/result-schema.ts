import { fileMetadataSchema, MAX_SHEET_NAME } from '@archive/contracts';
import { z } from 'zod';
import type { ReadPage, SandboxResult } from './exchange.ts';
import { PICTURE_HASH_SIDE } from './rendering.ts';
import { SandboxCrash } from './sandbox-process.ts';
import { MAX_RENDERED_PAGES } from './viewer-files.ts';
import { MAX_SHEETS } from './exchange.ts';

/** Maximum number of pixels of a picture that gets tiles. */
const MAX_PIXELS = 1e9;
const MAX_SIDE = 200_000;
const MAX_ORIGIN = 200;

const size = z.object({ width: z.int().positive(), height: z.int().positive() });
const suggested = fileMetadataSchema.nullable();
const count = z.int().positive().max(1_000_000).nullable();
const properties = z.object({
  page_count: count,
  frame_count: count,
  color_profile: z.string().max(200).nullable(),
  bit_depth: count,
});
const hash = z
  .string()
  .regex(new RegExp(`^[01]{${PICTURE_HASH_SIDE ** 2}}$`))
  .nullable();
/** The process has decoded an untrusted file, so its output is untrusted too. */
const resultSchema: z.ZodType<SandboxResult> = z.union([
  z.object({
    rejected: z.string(),
    damaged: z.boolean(),
    cause: z.string().nullable(),
    suggested: suggested.optional(),
  }),
  z.object({
    suggested,
    size,
    properties,
    hash,
    doubtful: z.boolean().optional(),
    previews: z.record(z.string(), size),
    text: z.literal(true).optional(),
  }),
  z.object({
    tiles: size.refine(({ width, height }) => width * height <= MAX_PIXELS && Math.max(width, height) <= MAX_SIDE),
  }),
  z.object({ pages: z.int().nonnegative(), sizes: z.array(size.extend({ zoom: size })).max(MAX_RENDERED_PAGES) }),
  z.object({
    text: z.literal(true),
    format: z.enum(['docx', 'xlsx']).optional(),
    sheets: z
      .array(z.object({ name: z.string().max(MAX_SHEET_NAME), rows: z.int().positive() }))
      .max(MAX_SHEETS)
      .optional(),
    sheet: z.string().max(MAX_SHEET_NAME).optional(),
  }),
  z.object({
    unpacked: z.object({
      archive: z.string().max(MAX_ORIGIN).nullable(),
      exported_on: z.iso.date().nullable(),
    }),
  }),
]);

const MAX_PAGE_CHARACTERS = 100_000;
const pagesSchema: z.ZodType<ReadPage[]> = z
  .array(
    z.object({
      page: z.int().positive(),
      text: z.string().max(MAX_PAGE_CHARACTERS).nullable(),
      confidence: z.int().min(0).max(100).optional(),
    }),
  )
  .max(10_000);

function parse<T>(schema: z.ZodType<T>, bytes: Buffer): T {
  try {
    return schema.parse(JSON.parse(bytes.toString()));
  } catch (error) {
    throw new SandboxCrash('crash', (error as Error).message);
  }
}

/** @throws SandboxCrash if the process has written something else */
export const parseResult = (bytes: Buffer): SandboxResult => parse(resultSchema, bytes);

/** @throws SandboxCrash if the process has written something else */
export const parsePages = (bytes: Buffer): ReadPage[] => parse(pagesSchema, bytes);
