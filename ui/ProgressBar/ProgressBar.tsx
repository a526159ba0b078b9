import css from './ProgressBar.module.css'

/** How far along the questions: the thread lying down. The words for it are in the header. */
export function ProgressBar({ at, of }: { at: number; of: number }) {
  return (
    <div className={css.bar} aria-hidden="true">
      <span style={{ '--done': at / of }} />
    </div>
  )
}
