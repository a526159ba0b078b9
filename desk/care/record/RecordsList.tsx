import type { AskedOfMe, Opening } from '@cuida/core/care/record/desk-record-api.ts'
import { Loaded } from '@cuida/ui/Loaded/Loaded.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { type MarkTone, PlaceNote, PlacePanel, PlaceRow, PlaceRows } from '../../kit/place/Place.tsx'
import { PlaceLinkButton } from '../../kit/place/PlaceLinkButton.tsx'
import { useStaff } from '../../kit/session.ts'
import { whenWords } from '../../kit/times.ts'
import css from './RecordsList.module.css'
import { useEditRequests, useOpenings } from './record-queries.ts'

/** What waits to be answered or reviewed, and the way in by break-glass. */
export function RecordsList({ chosen }: { chosen: string | undefined }) {
  const { data: staff } = useStaff()
  const isClinician = staff !== undefined && staff.role !== 'clinical-manager'
  return (
    <PlacePanel>
      {isClinician && <Requests chosen={chosen} />}
      {staff?.role.includes('clinical-manager') && <Openings chosen={chosen} />}
      {isClinician && (
        <PlaceLinkButton href="/records/emergency" icon="lock">
          {t('desk.record.emergency.open')}
        </PlaceLinkButton>
      )}
    </PlacePanel>
  )
}

function Requests({ chosen }: { chosen: string | undefined }) {
  return (
    <section className={css.part} aria-labelledby="requests-title">
      <h2 id="requests-title">{t('desk.records.requests')}</h2>
      <Loaded of={useEditRequests()} lines={4} empty={<PlaceNote>{t('desk.records.noRequests')}</PlaceNote>}>
        {({ items }) => (
          <PlaceRows>
            {items.map((request) => (
              <RequestRow key={request.id} request={request} isChosen={request.patient.id === chosen} />
            ))}
          </PlaceRows>
        )}
      </Loaded>
    </section>
  )
}

function RequestRow({ request: { patient, section, createdAt }, isChosen }: { request: AskedOfMe; isChosen: boolean }) {
  return (
    <PlaceRow
      href={`/records/patients/${patient.id}`}
      isChosen={isChosen}
      name={`${patient.firstName} ${patient.lastName}`}
      facts={`${t(`care.record.kind.${section}`)} · ${whenWords(createdAt)}`}
    />
  )
}

function Openings({ chosen }: { chosen: string | undefined }) {
  return (
    <section className={css.part} aria-labelledby="openings-title">
      <h2 id="openings-title">{t('desk.records.openings')}</h2>
      <Loaded of={useOpenings()} lines={4} empty={<PlaceNote>{t('desk.records.noOpenings')}</PlaceNote>}>
        {({ items }) => (
          <PlaceRows>
            {items.map((opening) => (
              <OpeningRow key={opening.id} opening={opening} isChosen={opening.id === chosen} />
            ))}
          </PlaceRows>
        )}
      </Loaded>
    </section>
  )
}

const TONES: Record<string, MarkTone> = { open: 'accent', 'not-justified': 'danger' }

function OpeningRow({ opening: { id, by, openedAt, verdict }, isChosen }: { opening: Opening; isChosen: boolean }) {
  const state = verdict ?? 'open'
  return (
    <PlaceRow
      href={`/records/openings/${id}`}
      isChosen={isChosen}
      name={by}
      facts={whenWords(openedAt)}
      mark={t(`desk.records.verdict.${state}`)}
      tone={TONES[state] ?? 'quiet'}
    />
  )
}
