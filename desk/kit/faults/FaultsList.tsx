import type { DeskFault } from '@cuida/core/kit/desk-fault-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Loaded } from '@cuida/ui/Loaded/Loaded.tsx'
import { useTitle } from '@cuida/ui/Screen/document-title.ts'
import { t } from '@cuida/ui/words/words.ts'
import { usePartner } from '../partner.ts'
import { PlaceList, PlaceNote, PlaceRow, PlaceRows } from '../place/Place.tsx'
import { whenWords } from '../times.ts'
import { useFaults } from './queries.ts'

/** What broke, in app, desk, API or worker. */
export function FaultsList({ chosen }: { chosen: string | undefined }) {
  const faults = useFaults()
  const partner = usePartner()
  const title = t('desk.faults.title')
  const first = faults.data?.first
  useTitle([title, partner?.partnerName].filter(Boolean).join(' · '))
  return (
    <PlaceList title={title}>
      {first?.toldTo && <Alert tone="info" title={t('desk.faults.toldTo', { host: first.toldTo })} />}
      <Loaded of={faults} lines={6} empty={<PlaceNote>{t('desk.faults.none')}</PlaceNote>}>
        {({ items }) => (
          <PlaceRows>
            {items.map((fault) => (
              <FaultRow key={fault.fingerprint} fault={fault} isChosen={fault.fingerprint === chosen} />
            ))}
          </PlaceRows>
        )}
      </Loaded>
      {faults.hasNextPage && (
        <Button busy={faults.isFetchingNextPage} onClick={() => void faults.fetchNextPage()}>
          {t('desk.faults.more')}
        </Button>
      )}
    </PlaceList>
  )
}

function FaultRow({ fault, isChosen }: { fault: DeskFault; isChosen: boolean }) {
  const { fingerprint, program, name, route, job, times, lastAt, doneAt } = fault
  const often = t('desk.faults.times', { count: times })
  return (
    <PlaceRow
      href={`/faults/${fingerprint}`}
      isChosen={isChosen}
      name={`${t(`desk.faults.program.${program}`)}: ${name}`}
      facts={[route ?? job, often, whenWords(lastAt)].filter(Boolean).join(' · ')}
      mark={doneAt ? t('desk.faults.done') : undefined}
    />
  )
}
