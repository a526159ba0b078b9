import type { ReactNode, Ref } from 'react'
import css from './FullPage.module.css'

interface FullPageProps {
  title: string
  /** Beside the title: a link, the time or a status. */
  beside?: ReactNode
  className?: string | undefined
  ref?: Ref<HTMLDivElement>
  children: ReactNode
}

/** A page without a list: a title and one scrolling column. */
export const FullPage = ({ title, beside, className = '', ref, children }: FullPageProps) => (
  <div className={`${css.page} ${className}`} ref={ref}>
    <header className={css.head}>
      <h1>{title}</h1>
      {beside}
    </header>
    {children}
  </div>
)
