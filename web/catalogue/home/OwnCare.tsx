import type { ConsultationSummary } from '@cuida/core/consultation/consultation-summary.ts'
import { listConsultations } from '@cuida/core/consultation/list-api.ts'
import { Avatar } from '@cuida/ui/Avatar/Avatar.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { formatRelativeMoment } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { api } from '../../kit/api.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { useFamilyQuery } from '../../kit/family.ts'
import { pathOf } from '../../routes.ts'
import { useCareOptions } from '../front-door/care-options.ts'
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

/** Books again with the professional of the last consultation; nothing without one. */
function SameProfessional({ patientId }: { patientId: string | undefined }) {
  const { timeZone } = usePartner()
  const { data } = useFamilyQuery(listConsultations, 'latest closed', listLatestClosed, { staleTime: 60_000 })
  const { data: options } = useCareOptions()
  const last = data
    ?.filter(({ clinician, patient }) => clinician && (!patientId || patient.id === patientId))
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt))[0]
  if (!last?.clinician) return null
  const { id, name, photoUrl } = last.clinician
  const nextFree = options?.team.find((member) => member.id === id)?.nextFree
  return (
    <Section title={t('catalogue.sameProfessional.title')}>
      <List label={t('catalogue.sameProfessional.title')}>
        <ListRow
          media={<Avatar name={name} photo={photoUrl} size={40} />}
          title={name}
          detail={
            nextFree
              ? t('catalogue.sameProfessional.free', {
                  product: last.product.name,
                  when: formatRelativeMoment(nextFree, timeZone),
                })
              : last.product.name
          }
          href={pathOf('clinicianCalendar', { clinicianId: id, productSlug: last.product.slug })}
        />
      </List>
    </Section>
  )
}
