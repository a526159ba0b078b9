import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'

/** A file of a bundle, ready to be sent. */
export interface Upload {
  id: number
  /** Below `uploads`, with `/` between folders. */
  path: string
  bytes: Buffer
  mime: string
  hash: string
  width: number | null
  height: number | null
  /** Contains the hash, so that browsers may cache it for ever. */
  url: string
}

const MIME: Partial<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.vtt': 'text/vtt; charset=utf-8',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
}

export async function readUploads(folder: string): Promise<Map<string, Upload>> {
  const root = join(folder, 'uploads')
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries
    .filter((entry) => entry.isFile() && MIME[extname(entry.name)])
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll(sep, '/'),
    )
    .sort()
  const uploads = await Promise.all(
    paths.map(async (path, index) => toUpload(index + 1, path, await readFile(join(root, path)))),
  )
  return new Map(uploads.map((upload) => [upload.path, upload]))
}

function toUpload(id: number, path: string, bytes: Buffer): Upload {
  const ext = extname(path)
  const mime = MIME[ext] ?? 'application/octet-stream'
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 10)
  const url = `/uploads/${path.slice(0, -ext.length)}_${hash}${ext}`
  return { id, path, bytes, mime, hash, url, ...(ext === '.svg' ? svgSize(bytes) : { width: null, height: null }) }
}

function svgSize(bytes: Buffer): { width: number | null; height: number | null } {
  const box = /viewBox="[\d.]+ [\d.]+ ([\d.]+) ([\d.]+)"/.exec(bytes.toString('utf8'))
  return { width: box?.[1] ? Number(box[1]) : null, height: box?.[2] ? Number(box[2]) : null }
}
