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
  /** The visible heading, where it differs from the list's accessible name. */
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

/** The panel of a tab in such a list. */
export const PagePanel = ({ children }: { children: ReactNode }) => <div className={css.panel}>{children}</div>

export const PageRows = ({ children }: { children: ReactNode }) => <ul className={css.rows}>{children}</ul>

/** Grey text in a list: that it is empty, or how many more items there are. */
export const PageNote = ({ children }: { children: ReactNode }) => <p className={css.note}>{children}</p>

export type MarkTone = 'quiet' | 'accent' | 'danger'

interface PageRowProps {
  /** Undefined when the reader may not open the item. */
  href: string | undefined
  isChosen: boolean
  name: ReactNode
  facts: ReactNode
  /** At the end of the line with the name. */
  amount?: string | undefined
  /** At the end of the line with the facts. */
  state?: { text: string; tone: ChipTone } | undefined
  /** A mark at the end, in place of both. */
  mark?: string | undefined
  tone?: MarkTone
  /** Below the facts. */
  children?: ReactNode
}

/** A list row that links to its item. */
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

/**
 * On wide screens the list's heading names the page; without the list, screen readers need this one. A screen has one
 * h1 at every width.
 */
export const PageHeading = ({ children }: { children: ReactNode }) => <h1 className={css.page}>{children}</h1>

interface PageDetailProps {
  title: string
  /** The link to the list, for screens that show one pane at a time. */
  back: { to: string; label: string }
  children: ReactNode
}

/** The pane with the chosen item. */
export function PageDetail({ title, back, children }: PageDetailProps) {
  const go = useLocation()[1]
  // The way back keeps the list's filter.
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

/** The pane while no item is chosen. */
export function PageEmpty({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={css.empty}>
      <EmptyState title={title}>{children}</EmptyState>
    </div>
  )
}
