import { MIN_PHOTO_SIDE } from '@cuida/core/access/photo/photo.ts'

/** The upright size of a picture, in pixels. */
export interface Picture {
  width: number
  height: number
}
/** A square of the picture: zoom factor and centre, the centre as fractions of width and height. */
export interface Crop {
  zoom: number
  x: number
  y: number
}

const CLOSEST = 4

const shorter = ({ width, height }: Picture): number => Math.min(width, height)

/** The largest zoom that leaves enough pixels for a sharp photo. Below 1 the picture is too small. */
export const maxZoom = (picture: Picture): number => Math.min(CLOSEST, shorter(picture) / MIN_PHOTO_SIDE)

/** The largest square, above the middle: in a portrait the head is there. */
export const initialCrop = (picture: Picture): Crop => within({ zoom: 1, x: 0.5, y: 0.4 }, picture)

/** Moves the crop by a multiple of its side. */
export function moveCrop(crop: Crop, picture: Picture, right: number, down: number): Crop {
  const { side } = cropArea(crop, picture)
  return within(
    { ...crop, x: crop.x + (right * side) / picture.width, y: crop.y + (down * side) / picture.height },
    picture,
  )
}

/** Zooms about the centre of the crop. */
export const zoomCrop = (crop: Crop, picture: Picture, zoom: number): Crop => within({ ...crop, zoom }, picture)

/** Returns the crop in pixels of the picture. */
export function cropArea(
  { zoom, x, y }: Crop,
  { width, height }: Picture,
): { left: number; top: number; side: number } {
  const side = shorter({ width, height }) / zoom
  return { left: x * width - side / 2, top: y * height - side / 2, side }
}

/** Returns the nearest crop that lies within the picture. */
function within({ zoom, x, y }: Crop, picture: Picture): Crop {
  const bounded = Math.max(1, Math.min(zoom, maxZoom(picture)))
  const side = shorter(picture) / bounded
  return { zoom: bounded, x: inside(x, side / picture.width), y: inside(y, side / picture.height) }
}

const inside = (middle: number, part: number): number => Math.min(1 - part / 2, Math.max(part / 2, middle))
