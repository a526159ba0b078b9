import type { IconName } from '@cuida/ui/Icon/Icon.tsx'
import { type ChipTone, StatusChip } from '@cuida/ui/StatusChip/StatusChip.tsx'
import type { ReactNode } from 'react'
import css from './Detail.module.css'

interface DetailHeaderProps {
  /** The status, for details that have more than one. */
  chip?: { text: ReactNode; tone: ChipTone; icon: IconName }
  title: ReactNode
  /** Secondary text beside the title, such as what an amount is for. */
  of?: ReactNode
  /** Right below the title. */
  lead?: ReactNode
  /** Content that belongs to the header. */
  children?: ReactNode
}

export function DetailHeader({ chip, title, of, lead, children }: DetailHeaderProps) {
  return (
    <header className={css.header}>
      {chip && (
        <StatusChip tone={chip.tone} icon={chip.icon}>
          {chip.text}
        </StatusChip>
      )}
      <DetailTitle>
        {title}
        {of && (
          <>
            {' '}
            <span className={css.of}>{of}</span>
          </>
        )}
      </DetailTitle>
      {lead && <div className={css.lead}>{lead}</div>}
      {children}
    </header>
  )
}

interface DetailTitleProps {
  /** Receives the heading, to focus it or scroll to it. */
  focus?: (title: HTMLElement | null) => void
  children: ReactNode
}

/** The heading of the detail or of its form. */
export const DetailTitle = ({ focus, children }: DetailTitleProps) => (
  <h2 className={css.title} tabIndex={focus && -1} ref={focus}>
    {children}
  </h2>
)

export type Fact<Name extends string = string> = readonly [name: Name, fact: ReactNode]

interface FactsProps<Name extends string> {
  /** Entries without a value are left out. */
  of: readonly Fact<Name>[]
  term: (name: Name) => string
  /** A single compact column. */
  close?: boolean
}

/** A description list of labelled values. */
export const Facts = <Name extends string>({ close, ...facts }: FactsProps<Name>) => (
  <dl className={css.facts} data-close={close || undefined}>
    <Pairs {...facts} />
  </dl>
)

/** The same, with numbers large enough to read from a distance. */
export const Numbers = <Name extends string>(facts: Omit<FactsProps<Name>, 'close'>) => (
  <dl className={css.numbers}>
    <Pairs {...facts} />
  </dl>
)

function Pairs<Name extends string>({ of, term }: FactsProps<Name>) {
  return of
    .filter(([_, fact]) => fact || fact === 0)
    .map(([name, fact]) => (
      <div key={name}>
        <dt>{term(name)}</dt>
        <dd>{fact}</dd>
      </div>
    ))
}

/** The row of action buttons. */
export const DetailActions = ({ children }: { children: ReactNode }) => <div className={css.acts}>{children}</div>
