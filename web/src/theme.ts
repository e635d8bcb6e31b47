import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

/** The house's colour: a calm petrol, dark enough for text on white (AA) from shade 7 on. */
const petrol: MantineColorsTuple = [
  '#e9f6f8',
  '#d3eaee',
  '#a6d5dd',
  '#76bfcb',
  '#50adbc',
  '#38a1b3',
  '#2894a7',
  '#0f7688',
  '#0b6676',
  '#075462',
]

/** Greys with a little blue for the dark scheme; shade 7 is the page, 6 a surface on it. */
const dark: MantineColorsTuple = [
  '#d3d8de',
  '#b4bcc6',
  '#98a2ae',
  '#6b7684',
  '#3d4753',
  '#2c343e',
  '#222931',
  '#191f26',
  '#13181e',
  '#0d1116',
]

/** The head of a dialog is no second banner of the page. */
const HEAD = { header: { role: 'presentation' } }

export const theme = createTheme({
  colors: { petrol, dark },
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 7 },
  autoContrast: true,
  fontFamily: "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', 'Liberation Sans', sans-serif",
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '1.25rem' }, h2: { fontSize: '1rem' }, h3: { fontSize: '0.875rem' } },
  },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'xs' } },
    TextInput: { defaultProps: { size: 'xs' } },
    Select: { defaultProps: { size: 'xs', comboboxProps: { shadow: 'md' } } },
    NativeSelect: { defaultProps: { size: 'xs' } },
    Textarea: { defaultProps: { size: 'xs' } },
    Checkbox: { defaultProps: { size: 'xs' } },
    SegmentedControl: { defaultProps: { size: 'xs' } },
    Table: { defaultProps: { verticalSpacing: 5, horizontalSpacing: 'sm', fz: 'sm' } },
    Tooltip: {
      defaultProps: {
        openDelay: 250,
        withArrow: true,
        multiline: true,
        maw: 360,
        events: { hover: true, focus: true, touch: true },
      },
    },
    Modal: {
      defaultProps: { overlayProps: { backgroundOpacity: 0.4 }, transitionProps: { duration: 120 }, attributes: HEAD },
    },
    Drawer: { defaultProps: { attributes: HEAD } },
  },
})

/** Mantine's greys and reds, with enough contrast for small text on our grounds. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--quiet)',
    '--mantine-color-error': 'var(--bad)',
    '--mantine-color-placeholder': '#6a7480',
    '--mantine-color-body': 'var(--surface)',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--quiet)',
    '--mantine-color-error': 'var(--bad)',
    '--mantine-color-placeholder': '#8b95a1',
    '--mantine-color-body': 'var(--surface)',
  },
})
