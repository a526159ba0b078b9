import { MIN_PHOTO_SIDE, PHOTO_TYPES, PHOTO_WIDTHS, type PhotoType } from '@cuida/core/access/photo/photo.ts'
import sharp, { type Sharp } from 'sharp'
import { openPicture } from '../../kit/pictures/open-picture.ts'
import type { DrawnPhoto, RenderedPhoto } from './port.ts'

const LARGEST = Math.max(...PHOTO_WIDTHS)
const AS: Record<PhotoType, (image: Sharp) => Sharp> = {
  avif: (image) => image.avif({ quality: 60, effort: 2, chromaSubsampling: '4:4:4' }),
  jpeg: (image) => image.jpeg({ quality: 84, mozjpeg: true }),
}

/** Crops the centre square and draws it in every size and type; metadata of the original is dropped. */
export async function drawPhoto(bytes: Buffer): Promise<DrawnPhoto> {
  const opened = await openPicture(bytes)
  if ('problem' in opened) return opened
  const { image, width, height } = opened
  if (Math.min(width, height) < MIN_PHOTO_SIDE) return { problem: 'IMAGE_TOO_SMALL' }
  try {
    const { data, info } = await image
      .resize({ width: LARGEST, height: LARGEST, fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const square = { width: info.width, height: info.height, channels: info.channels }
    const drawings: RenderedPhoto[] = []
    // In sequence: the drawing process handles one file at a time.
    for (const width of PHOTO_WIDTHS)
      for (const type of PHOTO_TYPES) {
        const sized = sharp(data, { raw: square }).resize(width, width)
        drawings.push({ width, type, bytes: await AS[type](sized).toBuffer() })
      }
    return { drawings }
  } catch {
    return { problem: 'FILE_UNREADABLE' }
  }
}
