export const EDIT = {
  form: "Form",
  yaml: "YAML",
  json: "JSON",
  name: "Name",
  title: "Title",
  about: "What it is for",
};
