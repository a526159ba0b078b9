import type { PrescriptionTime } from '@cuida/core/care/prescription/prescription.ts'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Stack } from '@cuida/ui/Card/Card.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { SkeletonRows } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { Tabs } from '@cuida/ui/Tabs/Tabs.tsx'
import { useState } from 'react'
import { PatientTag } from '../../profile/account/Identity.tsx'
import { pathOf } from '../../routes.ts'
import { PrescriptionCard } from './PrescriptionCard.tsx'
import { usePrescriptions } from './prescription-queries.ts'

/** B3.15: the family's prescriptions, current and past. */
export function PrescriptionsScreen() {
  const [which, setWhich] = useState<PrescriptionTime>('current')
  const current = usePrescriptions('current')
  const past = usePrescriptions('past')
  const none = (
    <EmptyState title={t(`care.prescriptions.empty.${which}`)}>
      {which === 'current' && t('care.prescriptions.emptyText')}
    </EmptyState>
  )
  return (
    <Screen title={t('care.prescriptions.title')}>
      <Tabs<PrescriptionTime>
        label={t('care.prescriptions.title')}
        value={which}
        onChange={setWhich}
        tabs={[
          { id: 'current', label: t('care.prescriptions.current'), count: current.data?.length },
          { id: 'past', label: t('care.prescriptions.past') },
        ]}
      >
        <QueryBoundary query={which === 'current' ? current : past} loading={<SkeletonRows />} empty={none} keepsStale>
          {(prescriptions) => (
            <Stack>
              {prescriptions.map((prescription) => (
                <PrescriptionCard key={prescription.id} prescription={prescription}>
                  <PatientTag patient={prescription.patient} />
                  <LinkButton variant="quiet" href={pathOf('consultation', { id: prescription.consultationId })}>
                    {t('care.prescription.toConsultation')}
                  </LinkButton>
                </PrescriptionCard>
              ))}
            </Stack>
          )}
        </QueryBoundary>
      </Tabs>
    </Screen>
  )
}
