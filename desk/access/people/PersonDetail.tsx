import type { Person } from '@cuida/core/access/people/people-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { Loaded } from '@cuida/ui/Loaded/Loaded.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { type ReactNode, useState } from 'react'
import { PlaceDetail, PlaceEmpty } from '../../kit/place/Place.tsx'
import { ActDialog } from './ActDialog.tsx'
import { Deeds } from './Deeds.tsx'
import { PersonHeader } from './PersonHeader.tsx'
import { type Act, type PersonRef, usePerson } from './queries.ts'
import { SignIns } from './SignIns.tsx'

interface AsksBlock {
  /** Asks what becomes of a colleague's patients, and blocks the colleague. */
  askBlock: (asked: { person: Person; onClose: () => void }) => ReactNode
}

/** One person at the door: who they are, how they signed in, and what can be done. */
export function PersonDetail({ askBlock, ...person }: PersonRef & AsksBlock) {
  return (
    <PlaceDetail title={t('desk.people.title')} back={{ to: '/people', label: t('desk.people.back') }}>
      <Loaded of={usePerson(person)} lines={8} gone={<EmptyState title={t('desk.error.PERSON_NOT_FOUND')} />} aging>
        {(person) => <Known person={person} askBlock={askBlock} />}
      </Loaded>
    </PlaceDetail>
  )
}

function Known({ person, askBlock }: { person: Person } & AsksBlock) {
  const [act, setAct] = useState<Act>()
  const onClose = () => setAct(undefined)
  return (
    <>
      <PersonHeader person={person} onAct={setAct} />
      {person.isMe && <Alert tone="info">{t('desk.people.me')}</Alert>}
      <SignIns person={person} onEnd={(sessionId) => setAct({ name: 'end-session', sessionId })} />
      <Deeds deeds={person.deeds} />
      {act &&
        (isColleagues(person, act) ? (
          askBlock({ person, onClose })
        ) : (
          <ActDialog person={person} act={act} onClose={onClose} />
        ))}
    </>
  )
}

/** Whoever sees patients has some to be thought of. */
const isColleagues = ({ kind }: Person, { name }: Act): boolean => kind === 'staff' && name === 'block'

export function NobodyChosen() {
  return <PlaceEmpty title={t('desk.people.choose')}>{t('desk.people.chooseText')}</PlaceEmpty>
}
