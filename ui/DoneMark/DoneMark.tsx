import css from './DoneMark.module.css'

/** The tick of something that is done, which draws itself once. The heading beside it says what is done. */
export const DoneMark = () => <span className={css.mark} aria-hidden="true" />
