import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { t } from '@cuida/ui/words/words.ts'
import type { ComponentProps } from 'react'
import { PlacePanel } from '../kit/place/Place.tsx'
import { useAddressChoice } from '../kit/place/use-address-choice.ts'
import { PagedLines } from './PagedLines.tsx'

type Paged<Line extends { id: string }> = ComponentProps<typeof PagedLines<Line>>

interface EitherLinesProps<State extends string, Line extends { id: string }>
  extends Pick<Paged<Line>, 'chosen' | 'cells'> {
  /** Where they lie. */
  at: string
  /** What is to be done, and what was. */
  states: readonly [State, State]
  /** Of the choice of one of the two, and of a list of it that is empty. */
  words: (state: State) => { label: string; none: string }
  useLines: (state: State) => Paged<Line>['list']
}

/** Lines of what needs a person, or of what no longer does. */
export function EitherLines<State extends string, Line extends { id: string }>(props: EitherLinesProps<State, Line>) {
  const { at, states, words, useLines, ...lines } = props
  const { value: state, choose, keep } = useAddressChoice('show', states)
  return (
    <PlacePanel>
      <RadioGroup
        pair
        label={t('desk.tasks.show')}
        options={states.map((value) => ({ value, label: words(value).label }))}
        value={state}
        onChange={choose}
      />
      <PagedLines list={useLines(state)} none={words(state).none} addressOf={(id) => keep(`${at}/${id}`)} {...lines} />
    </PlacePanel>
  )
}
