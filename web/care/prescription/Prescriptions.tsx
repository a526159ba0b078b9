import type { Consultation } from '@cuida/core/care/consultation.ts'
import { Section, Stack } from '@cuida/ui/Card/Card.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { PrescriptionCard } from './PrescriptionCard.tsx'
import { usePrescriptionsOf } from './prescription-queries.ts'

/** What was prescribed in a consultation. Most end without one, and then nothing is said of it. */
export function Prescriptions({ consultation }: { consultation: Consultation }) {
  const found = usePrescriptionsOf(consultation)
  if (found.length === 0) return null
  return (
    <Section title={t('care.prescriptions.ofThis')}>
      <Stack>
        {found.map((prescription) => (
          <PrescriptionCard key={prescription.id} prescription={prescription} />
        ))}
      </Stack>
    </Section>
  )
}
