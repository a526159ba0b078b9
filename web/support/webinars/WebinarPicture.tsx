import type { Media } from '@cuida/core/brand/strapi.ts'
import { fromApi } from '../../platform/platform.ts'
import css from './Webinars.module.css'

/** Decorative: text stands beside it. */
export function WebinarPicture({ image }: { image: Media | null }) {
  if (!image) return null
  return <img className={css.picture} src={fileOf(image.url)} alt="" width={320} height={180} loading="lazy" />
}

/** The URL of a content file, through the API. */
export const fileOf = (url: string): string => (url.startsWith('/') ? fromApi(url as `/${string}`) : url)
