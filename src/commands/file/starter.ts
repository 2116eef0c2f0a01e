/** The end of a first file without workspaces: the main parts of the format, to be uncommented and changed. */
export const STARTER = `
# orgform changes what the file lists, and leaves everything else alone. Uncomment and change:
#
# workspaces:
#   production:
#     attributes:
#       region: {data_type: string, label: Region, required: true, deny: no-access}
#     groups:
#       # The built-in group. A member without a value sees everything: give everybody one that allows nothing.
#       All Users:
#         values: {region: no-access}
#       Sales West:
#         values: {region: west}
#         members: [ada@northwind.example]
#       Executives:
#         values: {region: "west, east"}
#         members: []
#     # Highest first: a member of two groups gets the value of the upper one.
#     precedence_order: [Executives, Sales West]
#     members:
#       ada@northwind.example: {role: explore} # a person who is not a member yet gets an invite
#
# expect:
#   - {workspace: production, attribute: region, never: [west], except_groups: [Sales West, Executives]}
`;
