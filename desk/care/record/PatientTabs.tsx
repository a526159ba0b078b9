import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { Tabs } from '@cuida/ui/Tabs/Tabs.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { type ComponentType, useState } from 'react'
import { About } from './About.tsx'
import { RecordOf } from './RecordOf.tsx'

/** What is known of who comes, a tab each; whoever adds one adds a line here and its words `desk.tab.…`. */
const PANELS = {
  about: About,
  record: RecordOf,
} satisfies Record<string, ComponentType<{ consultation: DeskConsultation }>>

type Panel = keyof typeof PANELS

export function PatientTabs({ consultation }: { consultation: DeskConsultation }) {
  const [chosen, setChosen] = useState<Panel>('about')
  const Shown = PANELS[chosen]
  return (
    <Tabs<Panel>
      label={t('desk.tab.label')}
      value={chosen}
      onChange={setChosen}
      tabs={(Object.keys(PANELS) as Panel[]).map((id) => ({ id, label: t(`desk.tab.${id}`) }))}
    >
      <Shown consultation={consultation} />
    </Tabs>
  )
}
