import { Button } from '@cuida/ui/Button/Button.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import type { ChipTone } from '@cuida/ui/StatusChip/StatusChip.tsx'
import type { ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useFocusOnArrival } from './focus.ts'
import css from './PageList.module.css'
import { RowLink } from './RowLink.tsx'

interface PageListProps {
  title: string
  /** What stands above it, where that is another word than the name of the list. */
  heading?: string
  children: ReactNode
}

/** The list of a page, left of the detail. */
export function PageList({ title, heading = title, children }: PageListProps) {
  return (
    <nav className={css.list} aria-label={title}>
      <h1>{heading}</h1>
      {children}
    </nav>
  )
}

/** What a tab of such a list shows. */
export const PagePanel = ({ children }: { children: ReactNode }) => <div className={css.panel}>{children}</div>

export const PageRows = ({ children }: { children: ReactNode }) => <ul className={css.rows}>{children}</ul>

/** Grey text of a list: that it is empty, or how much more there is. */
export const PageNote = ({ children }: { children: ReactNode }) => <p className={css.note}>{children}</p>

export type MarkTone = 'quiet' | 'accent' | 'danger'

interface PageRowProps {
  /** Undefined: there is nothing of it that the reader may open. */
  href: string | undefined
  isChosen: boolean
  name: ReactNode
  facts: ReactNode
  /** At the end of the name. */
  amount?: string | undefined
  /** At the end of the facts. */
  state?: { text: string; tone: ChipTone } | undefined
  /** A word at its end, in place of both. */
  mark?: string | undefined
  tone?: MarkTone
  /** Below the facts. */
  children?: ReactNode
}

/** One line of it, and the way to it. */
export function PageRow(props: PageRowProps) {
  const { href, isChosen, name, facts, amount, state, mark, tone = 'quiet', children } = props
  const row = (
    <>
      <span className={css.name}>{name}</span>
      {amount && <span className={css.amount}>{amount}</span>}
      <span className={css.facts}>{facts}</span>
      {state && (
        <span className={css.state} data-tone={state.tone}>
          {state.text}
        </span>
      )}
      {mark && (
        <span className={css.mark} data-tone={tone}>
          {mark}
        </span>
      )}
      {children}
    </>
  )
  return (
    <li>
      {href === undefined ? (
        <div className={`${css.row} ${css.closed}`}>{row}</div>
      ) : (
        <RowLink href={href} isChosen={isChosen} className={css.row}>
          {row}
        </RowLink>
      )}
    </li>
  )
}

/** Beside the list its heading says where one is; without it nothing does, to who listens. One heading of a screen at every width. */
export const PageHeading = ({ children }: { children: ReactNode }) => <h1 className={css.page}>{children}</h1>

interface PageDetailProps {
  title: string
  /** Where the list is, for screens that hold one of the two. */
  back: { to: string; label: string }
  children: ReactNode
}

/** What was chosen from the list. */
export function PageDetail({ title, back, children }: PageDetailProps) {
  const go = useLocation()[1]
  // What the list is narrowed to stays.
  const search = useSearch()
  const here = useFocusOnArrival<HTMLElement>()
  return (
    <section className={css.detail} aria-label={title} ref={here} tabIndex={-1}>
      <PageHeading>{title}</PageHeading>
      <div className={css.back}>
        <Button variant="quiet" icon="back" onClick={() => go(search ? `${back.to}?${search}` : back.to)}>
          {back.label}
        </Button>
      </div>
      {children}
    </section>
  )
}

/** Nothing was chosen yet. */
export function PageEmpty({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={css.empty}>
      <EmptyState title={title}>{children}</EmptyState>
    </div>
  )
}
