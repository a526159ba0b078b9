import type { Person } from './portrait.ts'

const SKIN = {
  fair: { skin: '#f3cfb5', shade: '#dfae8f', lips: '#b4604f' },
  olive: { skin: '#e3b48f', shade: '#c8946e', lips: '#9c4d3f' },
  tan: { skin: '#d19c72', shade: '#b47f57', lips: '#8a4334' },
  brown: { skin: '#a9714a', shade: '#8a5836', lips: '#6f2f28' },
  deep: { skin: '#7d4f34', shade: '#623b25', lips: '#4f221d' },
} as const

const GREEN = { ground: '#cfe2db', halo: '#b9d4ca' }
const GOLD = { ground: '#f7e2b4', halo: '#f1d08a' }
const SAND = { ground: '#ece2d2', halo: '#dfd1ba' }
const ROSE = { ground: '#f1d6e1', halo: '#e5bfd0' }
const PEACH = { ground: '#fbdcc9', halo: '#f6c3a5' }
const MAUVE = { ground: '#e6dbe4', halo: '#d4c3d1' }

const WHITE_COAT = { kind: 'coat', tone: '#f6f4ef', shade: '#dcd8cf' } as const

/** By partner. */
export const PEOPLE: Record<string, readonly Person[]> = {
  'vida-ligera': [
    {
      name: 'marta-vidal',
      ...GREEN,
      ...SKIN.olive,
      brows: '#6a4a38',
      hair: { style: 'bob', tone: '#8a5f45', shade: '#6d4833' },
      clothes: { ...WHITE_COAT, under: '#0f5b50' },
      glasses: '#3a2a22',
    },
    {
      name: 'elena-ruiz',
      ...GOLD,
      ...SKIN.olive,
      brows: '#33231c',
      hair: { style: 'lowBun', tone: '#3b2a24', shade: '#281b17' },
      clothes: { kind: 'blazer', tone: '#0f5b50', shade: '#0b463e', under: '#f6efe3' },
      earrings: '#f2b33d',
    },
    {
      name: 'pablo-navarro',
      ...SAND,
      ...SKIN.tan,
      brows: '#3d2a20',
      hair: { style: 'curls', tone: '#4d3528', shade: '#38251b' },
      clothes: { kind: 'roll', tone: '#3f8577', shade: '#336e62', under: '#336e62' },
      beard: '#5b4031',
    },
    {
      name: 'ines-aguirre',
      ...GREEN,
      ...SKIN.fair,
      brows: '#8d8178',
      hair: { style: 'pixie', tone: '#c9c2b8', shade: '#a9a197' },
      clothes: { kind: 'blouse', tone: '#d9962a', shade: '#c07f18', under: '#f3cfb5' },
      earrings: '#0f5b50',
    },
    {
      name: 'jorge-molina',
      ...SAND,
      ...SKIN.fair,
      brows: '#86807a',
      hair: { style: 'receding', tone: '#a9a49d', shade: '#f3cfb5' },
      clothes: { kind: 'scrubs', tone: '#1c6f86', shade: '#165a6d', under: '#f3cfb5' },
      glasses: '#2c3a3f',
      moustache: '#a09a93',
    },
  ],
  'bem-leve': [
    {
      name: 'helena-prado',
      ...ROSE,
      ...SKIN.tan,
      brows: '#7b6a63',
      hair: { style: 'waves', tone: '#b9aeaa', shade: '#978b87' },
      clothes: { ...WHITE_COAT, under: '#7a1f4f' },
      earrings: '#7a1f4f',
    },
    {
      name: 'rafael-teixeira',
      ...PEACH,
      ...SKIN.deep,
      brows: '#241712',
      hair: { style: 'close', tone: '#2a1c17', shade: '#1d120e' },
      clothes: { ...WHITE_COAT, under: '#35526f' },
      beard: '#34211a',
    },
    {
      name: 'camila-duarte',
      ...MAUVE,
      ...SKIN.fair,
      brows: '#2a2224',
      hair: { style: 'fringe', tone: '#2f2628', shade: '#1f191b' },
      clothes: { kind: 'blouse', tone: '#ee8f62', shade: '#d9764a', under: '#f3cfb5' },
    },
    {
      name: 'joana-freitas',
      ...PEACH,
      ...SKIN.brown,
      brows: '#2e1d17',
      hair: { style: 'crown', tone: '#38251e', shade: '#281913' },
      clothes: { kind: 'blazer', tone: '#7a1f4f', shade: '#611640', under: '#fbe9df' },
      earrings: '#f5a77f',
    },
    {
      name: 'caio-figueiredo',
      ...MAUVE,
      ...SKIN.tan,
      brows: '#33241c',
      hair: { style: 'quiff', tone: '#41302a', shade: '#2e211c' },
      clothes: { kind: 'scrubs', tone: '#8c4a6b', shade: '#733a57', under: '#d19c72' },
    },
  ],
}
