import css from './DevicesDrawing.module.css'

/** Two devices and one thread between them, or a broken one. Decoration: the words stand below. */
export function DevicesDrawing({ failed }: { failed: boolean }) {
  return (
    <svg className={css.drawing} viewBox="0 0 160 96" aria-hidden="true">
      <rect x="10" y="22" width="72" height="48" rx="8" />
      <path d="M2 78h88" />
      <rect x="112" y="18" width="38" height="66" rx="9" />
      <path d="M127 75h8" />
      {failed ? <path d="M86 46h6M102 46h6M93 39l8 14" /> : <path d="M86 46h22" />}
      <circle className={css.here} cx="131" cy="44" r="8" />
      <circle cx="46" cy="46" r="8" />
    </svg>
  )
}
