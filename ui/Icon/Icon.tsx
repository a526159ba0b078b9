import css from './Icon.module.css'
import sprite from './sprite.svg?no-inline'

/** The product's own icons: 24 px, 1.75 stroke. Names with `-on` are filled, for the current tab. */
export type IconName =
  | 'back'
  | 'chevron'
  | 'check'
  | 'close'
  | 'help'
  | 'home'
  | 'home-on'
  | 'history'
  | 'history-on'
  | 'support'
  | 'support-on'
  | 'profile'
  | 'profile-on'
  | 'video'
  | 'camera-off'
  | 'camera'
  | 'phone'
  | 'hang-up'
  | 'mic'
  | 'mic-off'
  | 'flip'
  | 'refresh'
  | 'more'
  | 'clock'
  | 'bell'
  | 'calendar'
  | 'card'
  | 'company'
  | 'key'
  | 'lock'
  | 'warning'
  | 'info'
  | 'error'
  | 'success'
  | 'plus'
  | 'minus'
  | 'eye'
  | 'search'
  | 'logout'
  | 'user'
  | 'pencil'
  | 'star'
  | 'download'
  | 'upload'
  | 'location'
  | 'globe'
  | 'file'
  | 'mail'
  | 'copy'
  | 'minimise'

/**
 * Decorative and hidden from assistive technology. A control with only an icon needs its own accessible name. `size`: in
 * pixels at the browser's normal text size; an icon grows with the text.
 */
export function Icon({ name, size = 24 }: { name: IconName; size?: number }) {
  const length = `${size / 16}rem`
  return (
    <svg className={css.icon} width={length} height={length} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}
