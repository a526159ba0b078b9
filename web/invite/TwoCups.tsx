import css from './Invite.module.css'

/** Two cups connected by a line. Decorative. */
export function TwoCups() {
  return (
    <svg className={css.drawing} viewBox="0 0 144 96" aria-hidden="true">
      <path d="M12 82h120" />
      <path d="M26 42h32v22a14 14 0 0 1-14 14h-4a14 14 0 0 1-14-14z" />
      <path d="M26 48h-5a8 8 0 0 0 0 16h6" />
      <path d="M86 42h32v22a14 14 0 0 1-14 14h-4a14 14 0 0 1-14-14z" />
      <path d="M118 48h5a8 8 0 0 1 0 16h-6" />
      <path d="M42 32c0-16 60-16 60 0" strokeDasharray="1 5" />
      <circle cx="42" cy="34" r="4" />
      <circle cx="102" cy="34" r="4" />
    </svg>
  )
}
