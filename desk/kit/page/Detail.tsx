import type { IconName } from '@cuida/ui/Icon/Icon.tsx'
import { type ChipTone, StatusChip } from '@cuida/ui/StatusChip/StatusChip.tsx'
import type { ReactNode } from 'react'
import css from './Detail.module.css'

interface DetailHeaderProps {
  /** How it stands, where that is more than one thing. */
  chip?: { text: ReactNode; tone: ChipTone; icon: IconName }
  title: ReactNode
  /** Beside the title, and less than it: what a sum is for. */
  of?: ReactNode
  /** Right below the title. */
  lead?: ReactNode
  /** What must be seen with it. */
  children?: ReactNode
}

/** The header of a detail: status and name. */
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
  /** For what goes to it by itself. */
  focus?: (title: HTMLElement | null) => void
  children: ReactNode
}

/** The name of what was chosen, or of what is being written. */
export const DetailTitle = ({ focus, children }: DetailTitleProps) => (
  <h2 className={css.title} tabIndex={focus && -1} ref={focus}>
    {children}
  </h2>
)

export type Fact<Name extends string = string> = readonly [name: Name, fact: ReactNode]

interface FactsProps<Name extends string> {
  /** Those that are empty are not told. */
  of: readonly Fact<Name>[]
  term: (name: Name) => string
  /** One after the other rather than in columns. */
  close?: boolean
}

/** What is known of it, each under its word. */
export const Facts = <Name extends string>({ close, ...facts }: FactsProps<Name>) => (
  <dl className={css.facts} data-close={close || undefined}>
    <Pairs {...facts} />
  </dl>
)

/** The same for numbers that are to be read from afar. */
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

/** What can be done about it, side by side; nothing where there is nothing. */
export const Acts = ({ children }: { children: ReactNode }) => <div className={css.acts}>{children}</div>
