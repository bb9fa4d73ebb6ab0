import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const SKEW_MS = 900_000;

/** Expected credentials and region of signed requests. */
export interface Signer {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

interface ParsedSignature {
  credential: string;
  signedHeaders: string[];
  signature: string;
  /** Like `20261120T063000Z`. */
  date: string;
  payloadHash: string;
  /** Validity of a presigned URL in seconds. */
  expires?: number;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();

/** Strict RFC 3986 encoding, as signatures require. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const momentOf = (date: string) =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

const joinValues = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(',') : (value ?? ''));

function fromHeader(request: IncomingMessage): ParsedSignature | undefined {
  const written =
    /^AWS4-HMAC-SHA256 Credential=(?<credential>[^,]+),\s*SignedHeaders=(?<headers>[^,]+),\s*Signature=(?<signature>\w+)$/;
  const found = written.exec(request.headers.authorization ?? '')?.groups;
  if (!found) return undefined;
  return {
    credential: found.credential ?? '',
    signedHeaders: (found.headers ?? '').split(';'),
    signature: found.signature ?? '',
    date: joinValues(request.headers['x-amz-date']),
    payloadHash: joinValues(request.headers['x-amz-content-sha256']),
  };
}

function fromAddress(query: URLSearchParams): ParsedSignature | undefined {
  if (query.get('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256') return undefined;
  return {
    credential: query.get('X-Amz-Credential') ?? '',
    signedHeaders: (query.get('X-Amz-SignedHeaders') ?? '').split(';'),
    signature: query.get('X-Amz-Signature') ?? '',
    date: query.get('X-Amz-Date') ?? '',
    payloadHash: 'UNSIGNED-PAYLOAD',
    expires: Number(query.get('X-Amz-Expires')),
  };
}

function signatureOf(
  request: IncomingMessage,
  url: URL,
  signed: ParsedSignature,
  scope: string[],
  secret: string,
): Buffer {
  const path = url.pathname
    .split('/')
    .map((part) => encode(decodeURIComponent(part)))
    .join('/');
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const headers = signed.signedHeaders
    .map((name) => `${name}:${joinValues(request.headers[name]).trim().replaceAll(/\s+/g, ' ')}\n`)
    .join('');
  const canonical = [request.method, path, query, headers, signed.signedHeaders.join(';'), signed.payloadHash];
  const [day = '', region = '', service = '', last = ''] = scope;
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), service), last);
  return hmac(key, ['AWS4-HMAC-SHA256', signed.date, scope.join('/'), sha256(canonical.join('\n'))].join('\n'));
}

/** The S3 error code for an invalid AWS Signature Version 4; undefined if the signature is valid. */
export function signatureError(request: IncomingMessage, url: URL, body: Buffer, signer: Signer): string | undefined {
  const signed = fromHeader(request) ?? fromAddress(url.searchParams);
  if (!signed) return 'AccessDenied';
  const [keyId, ...scope] = signed.credential.split('/');
  if (keyId !== signer.accessKeyId) return 'InvalidAccessKeyId';
  if (scope.join('/') !== `${signed.date.slice(0, 8)}/${signer.region}/s3/aws4_request`)
    return 'AuthorizationHeaderMalformed';
  const moment = momentOf(signed.date);
  if (signed.expires === undefined && !(Math.abs(Date.now() - moment) < SKEW_MS)) return 'RequestTimeTooSkewed';
  if (signed.expires !== undefined && !(Date.now() < moment + signed.expires * 1000)) return 'AccessDenied';
  const needed = ['host', ...Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'))];
  if (!needed.every((name) => signed.signedHeaders.includes(name))) return 'AccessDenied';
  const bytes = Buffer.from(signed.signature, 'hex');
  const right = signatureOf(request, url, signed, scope, signer.secretAccessKey);
  if (bytes.length !== right.length || !timingSafeEqual(bytes, right)) return 'SignatureDoesNotMatch';
  if (signed.payloadHash !== 'UNSIGNED-PAYLOAD' && signed.payloadHash !== sha256(body))
    return 'XAmzContentSHA256Mismatch';
  return undefined;
}
