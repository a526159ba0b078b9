import { getConsultation } from '@cuida/core/care/call/api.ts'
import type { ConsultationSummary } from '@cuida/core/consultation/consultation-summary.ts'
import { listConsultations } from '@cuida/core/consultation/list-api.ts'
import { Avatar } from '@cuida/ui/Avatar/Avatar.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { formatShortMoment } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { useRepeat } from '../../booking/repeat/use-repeat.ts'
import { useCareOptions } from '../../catalogue/front-door/care-options.ts'
import { api } from '../../kit/api.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { useFamilyMembers, useFamilyQuery } from '../../kit/family.ts'
import { useMutation } from '../../kit/mutations.ts'
import { PatientTasks } from './PatientTasks.tsx'

/** What waits for the patient, and the way back to the professional they know. */
export function OwnCare({ patientId }: { patientId: string | undefined }) {
  return (
    <>
      <PatientTasks patientId={patientId} />
      <SameProfessional patientId={patientId} />
    </>
  )
}

/** The newest closed consultations; one page is enough to find the last professional. */
const listLatestClosed = async (patientId: string): Promise<readonly ConsultationSummary[]> =>
  (await api(listConsultations, { patientId, status: 'CLOSED', page: '1', pageSize: '3' })).items

/** Books again with the professional of the last consultation, with its answers; nothing without one. */
function SameProfessional({ patientId }: { patientId: string | undefined }) {
  const { timeZone } = usePartner()
  const { data } = useFamilyQuery(listConsultations, 'latest closed', listLatestClosed, { staleTime: 60_000 })
  const { data: options } = useCareOptions()
  const repeat = useRepeat()
  const isFamily = useFamilyMembers().length > 1
  const last = data
    ?.filter(({ clinician, patient }) => clinician && (!patientId || patient.id === patientId))
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt))[0]
  const again = useMutation(async ({ id, patient }: ConsultationSummary) =>
    repeat.mutateAsync(await api(getConsultation, { id, patientId: patient.id })),
  )
  if (!last?.clinician) return null
  const { id, name, photoUrl } = last.clinician
  const nextFree = options?.team.find((member) => member.id === id)?.nextFree
  const details = [
    last.product.name,
    ...(nextFree ? [t('catalogue.team.free', { when: formatShortMoment(nextFree, timeZone) })] : []),
    ...(isFamily && !patientId ? [t('catalogue.tasks.for', { name: last.patient.firstName })] : []),
  ]
  return (
    <Section title={t('catalogue.sameProfessional.title')}>
      <FailureAlert failure={again.error} />
      <List label={t('catalogue.sameProfessional.title')}>
        <ListRow
          media={<Avatar name={name} photo={photoUrl} size={40} />}
          title={name}
          detail={again.isPending ? t('ui.loading') : details.join('\u00a0· ')}
          onClick={() => again.isPending || again.mutate(last)}
        />
      </List>
    </Section>
  )
}
